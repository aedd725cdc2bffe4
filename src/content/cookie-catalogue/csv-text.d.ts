/** The text of a CSV file. The build and the tests put it in place of the import. */
declare module '*.csv' {
  const text: string;
  export default text;
}
