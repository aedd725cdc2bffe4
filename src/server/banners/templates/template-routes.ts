import { type Static, type TObject, Type } from '@sinclair/typebox';
import { etagHeader, requireMatch } from '#platform/http/conditional-reply';
import { defineRoute, type RecordKind, type Route, type RouteRequest } from '#platform/http/route';
import { toIso } from '#platform/kernel/clock';
import type { ErrorCode } from '#platform/kernel/errors';
import type { RuleSeverities } from '#standards/compliance/index';
import { consentTemplateKind } from './consent-template-kind';
import type { StoredTemplate } from './template-repository';
import {
  ConsentTemplateCreate,
  ConsentTemplateUpdate,
  ConsentTemplateView,
  ProfileUsage,
  SavedUiTemplate,
  TemplateCopy,
  TemplateIdParam,
  UiTemplateCreate,
  UiTemplateUpdate,
  UiTemplateView,
} from './template-schemas';
import { createTemplateService, type TemplateService, type TemplateServiceOptions } from './template-service';
import { findUiFindings } from './ui-findings';
import { createUiTemplateKind } from './ui-template-kind';

/** Options of the routes for one kind of template. */
interface TemplateRouteOptions<Content, Create extends TObject, Update extends TObject> {
  readonly path: '/consent-templates' | '/ui-templates';
  readonly tag: string;
  /** Kind of template, as part of the operation ids. */
  readonly name: 'ConsentTemplate' | 'UiTemplate';
  readonly record: RecordKind;
  /** Kind of template, for sentences. */
  readonly label: string;
  readonly schemas: {
    readonly create: Create;
    readonly update: Update;
    readonly view: TObject;
    /** The answer to a save. */
    readonly saved: TObject;
  };
  readonly toSaved: (template: StoredTemplate<Content>) => object;
  readonly createSummary: string;
  readonly updateSummary: string;
  readonly missing: ErrorCode;
  readonly guarded: ErrorCode;
  /** Errors of create and update. */
  readonly invalid: readonly ErrorCode[];
}

export interface TemplateRoutesOptions extends TemplateServiceOptions {
  /** Severities that replace the built-in ones. */
  readonly complianceRules: RuleSeverities;
}

/** Creates the admin API's routes for consent templates and UI templates. */
export function templateRoutes(options: TemplateRoutesOptions): Route[] {
  const { complianceRules } = options;
  return [
    ...createRoutes(createTemplateService(consentTemplateKind, options), {
      path: '/consent-templates',
      tag: 'Consent templates',
      name: 'ConsentTemplate',
      record: 'consentTemplate',
      label: 'consent template',
      schemas: {
        create: ConsentTemplateCreate,
        update: ConsentTemplateUpdate,
        view: ConsentTemplateView,
        saved: ConsentTemplateView,
      },
      toSaved: toView,
      createSummary: 'Create a template, which is empty without `cookies` and `categories`',
      updateSummary: 'Change the given fields; parameters that profiles need cannot be removed',
      missing: 'consent_template_not_found',
      guarded: 'parameters_required',
      invalid: [],
    }),
    ...createRoutes(createTemplateService(createUiTemplateKind(complianceRules), options), {
      path: '/ui-templates',
      tag: 'UI templates',
      name: 'UiTemplate',
      record: 'uiTemplate',
      label: 'UI template',
      schemas: {
        create: UiTemplateCreate,
        update: UiTemplateUpdate,
        view: UiTemplateView,
        saved: SavedUiTemplate,
      },
      toSaved: (template) => ({
        ...toView(template),
        warnings: findUiFindings(template, complianceRules).warnings,
      }),
      createSummary: 'Create a template; buttons keep their order',
      updateSummary:
        'Change the given fields, also within `mainBanner` and `preferenceModal`; `buttons` and `theme` are replaced as a whole',
      missing: 'ui_template_not_found',
      guarded: 'buttons_in_use',
      invalid: ['ui_template_invalid'],
    }),
  ];
}

function createRoutes<Content extends object, Create extends TObject, Update extends TObject>(
  service: TemplateService<Content, Static<Create>, Static<Update>>,
  {
    path,
    tag,
    name,
    record,
    label,
    schemas,
    toSaved,
    createSummary,
    updateSummary,
    missing,
    guarded,
    invalid,
  }: TemplateRouteOptions<Content, Create, Update>,
): Route[] {
  const findTemplate = (request: RouteRequest<{ id: string }>) =>
    service.get(request.tenantId, request.params.id);
  const context = (request: RouteRequest) => request.context;
  const one = { description: 'The template', schema: schemas.view };
  const saved = { description: 'The template', schema: schemas.saved };

  return [
    defineRoute({
      id: `list${name}s`,
      method: 'GET',
      path,
      tag,
      summary: `List every ${label} of the tenant, oldest first`,
      access: { permission: 'templates:read' },
      replies: { 200: { description: 'The templates', schema: Type.Array(schemas.view) } },
      errors: [],
      handle: async ({ tenantId }) => ({ body: (await service.list(tenantId)).map(toView) }),
    }),
    defineRoute({
      id: `create${name}`,
      method: 'POST',
      path,
      tag,
      summary: createSummary,
      access: { permission: 'templates:create' },
      body: schemas.create as TObject,
      replies: { 201: saved },
      errors: [...invalid],
      // The schema above has validated the body.
      handle: async (request) => ({
        status: 201,
        body: toSaved(await service.create(context(request), request.body as Static<Create>)),
      }),
    }),
    defineRoute({
      id: `get${name}`,
      method: 'GET',
      path: `${path}/:id`,
      tag,
      summary: `Get one ${label}`,
      access: { permission: 'templates:read' },
      reads: { record, param: 'id' },
      params: TemplateIdParam,
      replies: { 200: one },
      errors: [missing],
      async handle({ tenantId, params }) {
        const view = toView(await service.get(tenantId, params.id));
        return { headers: etagHeader(view), body: view };
      },
    }),
    defineRoute({
      id: `update${name}`,
      method: 'PUT',
      path: `${path}/:id`,
      tag,
      summary: updateSummary,
      description:
        'With the `ETag` that you last read as `If-Match`, the change is saved only if nobody has saved another one since; otherwise the answer is 412 `version_conflict`.',
      access: { permission: 'templates:update' },
      params: TemplateIdParam,
      body: schemas.update as TObject,
      replies: { 200: saved },
      errors: [missing, guarded, 'version_conflict', ...invalid],
      guard: findTemplate,
      async handle(request) {
        const template = await service.update(
          context(request),
          request.params.id,
          // The schema above has validated the body.
          request.body as Static<Update>,
          (current) => requireMatch(request, toView(current)),
        );
        return { headers: etagHeader(toView(template)), body: toSaved(template) };
      },
    }),
    defineRoute({
      id: `delete${name}`,
      method: 'DELETE',
      path: `${path}/:id`,
      tag,
      summary: 'Delete the template; inactive profiles that use it lose the link to it',
      access: { permission: 'templates:delete' },
      params: TemplateIdParam,
      replies: {
        200: { description: 'Done', schema: Type.Object({ deleted: Type.Literal(true), id: Type.String() }) },
      },
      errors: [missing, 'template_in_use'],
      async handle(request) {
        await service.remove(context(request), request.params.id);
        return { body: { deleted: true, id: request.params.id } };
      },
    }),
    defineRoute({
      id: `copy${name}`,
      method: 'POST',
      path: `${path}/:id/copy`,
      tag,
      summary: 'Copy the template to a new one',
      access: { permission: 'templates:create' },
      params: TemplateIdParam,
      body: TemplateCopy,
      bodyOptional: true,
      replies: { 201: { description: 'The copy', schema: schemas.view } },
      errors: [missing],
      guard: findTemplate,
      handle: async (request) => ({
        status: 201,
        body: toView(await service.copy(context(request), request.found, request.body.name)),
      }),
    }),
    defineRoute({
      id: `list${name}Profiles`,
      method: 'GET',
      path: `${path}/:id/profile-usage`,
      tag,
      summary: 'List the profiles that use the template, oldest first',
      access: { permission: 'templates:read' },
      reads: { record, param: 'id' },
      params: TemplateIdParam,
      replies: { 200: { description: 'The profiles', schema: Type.Array(ProfileUsage) } },
      errors: [missing],
      handle: async ({ tenantId, params }) => ({ body: await service.profileUsage(tenantId, params.id) }),
    }),
  ];
}

function toView<Content>({
  id,
  tenantId,
  name,
  createdAt,
  updatedAt,
  changes: _changes,
  ...content
}: StoredTemplate<Content>) {
  return { id, tenantId, name, ...content, createdAt: toIso(createdAt), updatedAt: toIso(updatedAt) };
}
