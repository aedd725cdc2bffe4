/** Style sheets are texts in the npm package. */
declare module '*.css' {
  const text: string;
  export default text;
}
