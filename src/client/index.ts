import { type AdminOperations, adminOperations } from './admin-operations';
import { type Call, type ClientOptions, createClient } from './create-client';
import { type PublicOperations, publicOperations } from './public-operations';

export type { ErrorCode } from './api-types';
export type { Answer, Call, CallOptions, ClientOptions } from './create-client';
export { ApiError } from './create-client';
export type { AdminOperations, PublicOperations };

/**
 * Returns a function that calls the admin API, typed by operation. Works in Node and in browsers.
 * @throws ApiError for answers from 400 on; what `fetch` throws when no answer came
 *
 * @example
 * const admin = createAdminClient({
 *   url: 'https://shop.example/svc/admin/v1',
 *   headers: { Authorization: `Bearer ${token}` },
 * });
 * const { data, etag } = await admin('getProfile', { params: { id } });
 * await admin('activateProfile', { params: { id } });
 */
export const createAdminClient = (options: ClientOptions): Call<AdminOperations> =>
  createClient<AdminOperations>(adminOperations, options);

/**
 * Returns a function that calls the public API, typed by operation. A server identifies itself by an API key.
 * @throws ApiError for answers from 400 on; what `fetch` throws when no answer came
 *
 * @example
 * const api = createPublicClient({
 *   url: 'https://shop.example/svc/api/v1',
 *   headers: { 'X-API-Key': apiKey },
 * });
 * const { data } = await api('verifyConsent', { params: { visitorId }, query: { category: 'marketing' } });
 */
export const createPublicClient = (options: ClientOptions): Call<PublicOperations> =>
  createClient<PublicOperations>(publicOperations, options);
