import type { DataOf } from '../../../api/use-resource';

/** A publication that waits for a second person. */
export type PublicationRequest = DataOf<'listPublicationRequests'>['items'][number];
