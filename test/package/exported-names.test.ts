import { join } from 'node:path';
import ts from 'typescript';
import { root } from './tarball';

/**
 * Names that hosts can import, types and values, by the declarations that `npm run build` writes. A name that is missing breaks
 * hosts; one that is added stays for years.
 */
const exportedNames = {
  'index.d.ts': `
    ActivatedProfile ApiKey ApiKeyCreate AuditLogEntry AuditVerdict Banner Button ByCategory ByService CachePurge
    Category CategoryId CategoryMap CategoryRate CertificateVerdict ComplianceGroupDetails ConfigError ConsentDraft ConsentEvent
    ConsentHistoryEntry ConsentJson ConsentModeOptions ConsentPlugin ConsentRecord ConsentRecordView
    ConsentService ConsentServiceConfig ConsentSubmission ConsentTemplate ConsentTemplateCreate
    ConsentTemplateUpdate ConsentUpdate CookieMap CountryShare CreatedUser CustomUser DatabaseStorage
    DatabaseStorageOptions Declaration DecodedGppString DecodedTcString DiskStorageOptions Erasure ErasureCertificate
    ErasureSummary ErasureTarget ErrorAnswer ErrorCode EventBase Evidence FaultDetail Finding GeoDependence GeoLocation
    GeoProvider GeoQuery GeoStatus GpcStatistics GppRegistration Guard GuardOptions
    GuardPolicyOptions HeaderGeoOptions Health HostListener LeakEvent
    LocaleContent LogMethod Logger LoginBody LoginReply MaintenanceOptions MaintenanceOutcome MaxmindGeoOptions MaxmindGeoProvider MirrorState
    Modal NewApiKey OperatorConsentRecord OptInDay PageDeclaration PageDeclarationOptions PageOptions PageTags Parameter ParentalConsentEvent
    ParentalGrant ParentalRequest ParentalResolve ParentalToken Permission PluginContext PluginInput
    PluginRegistry Profile ProfileConflict ProfileCopy ProfileCreate ProfileDraftPayload ProfileEvent
    ProfileFromTemplate ProfileJson ProfileSummary ProfileUpdate ProfileUsage ProfileWithWarnings
    ProfileWrapped PublishedProfile PurgeHook RateLimitStore ReadChoice Receipt ReceiptFont RecordedConsent RequestFunction RequestListener
    ResolveProfileAnswer ResolvedProfile RevokedApiKey Role RoleCreate RoleUpdate S3Credentials
    S3StorageClient S3StorageOptions SavedConsent SavedSettings SeedRequest Seeded ServiceError
    ServiceErrorOptions ServiceEventEmitter ServiceEventName ServiceEvents ServiceId ServiceLogger Settings
    SettingsPatch SetupConfig SetupError SetupStatus SnippetOptions StatisticsOverview StorageAdapter
    StoredEntry StoredObject SubmittedConsent SyncedStorage SyncedStorageOptions TcfRegistration Tenant
    TenantCreate TenantUpdate TimelineDay TimezoneGeoOptions TokenReply TranslateHook TranslationCall TrustProxy UiTemplate
    UiTemplateCreate UiTemplateUpdate User UserCreate UserDraftPayload UserUpdate Verification Visitor
    VisitorChoice WidgetTags WrittenConsent createConsentService databaseStorage diskStorage errorCodes
    firstOf headerGeoProvider maxmindGeoProvider s3Storage storageKeyPattern syncedStorage
    timezoneGeoProvider`,
  'client/index.d.ts': `
    AdminOperations Answer ApiError Call CallOptions ClientOptions ErrorCode PublicOperations
    createAdminClient createPublicClient`,
  'testing/index.d.ts': `
    ConsentCookies ConsentCookiesOptions ConsentPage CypressCookie PlaywrightCookie StarterProfile
    TestConsentService TestConsentServiceOptions VisitorProfile acceptAll consentCookies
    createTestConsentService refuseAll`,
  'storage/storage-contract.d.ts': `
    StorageContractCase StoragePlace storageContract`,
};

test.each(Object.entries(exportedNames))('%s exports these names, and no others', (file, names) => {
  const path = join(root, 'dist', file);
  const program = ts.createProgram([path], { skipLibCheck: true, types: [] });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  const found = module === undefined ? [] : checker.getExportsOfModule(module).map(({ name }) => name);
  expect(found.sort()).toEqual(names.trim().split(/\s+/));
  // Hosts with an older target have no such type.
  expect(source?.text).not.toMatch(/\bErrorOptions\b/);
});
