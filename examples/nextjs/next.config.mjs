const service = 'http://127.0.0.1:3001'; // express-consent serve

export default {
  // The dashboard is at /svc/, with the slash.
  skipTrailingSlashRedirect: true,
  rewrites: async () => ({
    beforeFiles: [
      { source: '/svc/', destination: `${service}/svc/` },
      { source: '/svc/:path*', destination: `${service}/svc/:path*` },
    ],
  }),
};
