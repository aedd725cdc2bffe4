/** Version of the package. A test checks that package.json has the same. */
export const packageVersion = '0.1.0';
