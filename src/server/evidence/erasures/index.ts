export { createErasureCertificates } from './create-erasure-certificates';
