import { type SchemaOptions, type TSchema, Type } from '@sinclair/typebox';

/** Schema of a string that is one of these values. */
export const oneOf = <T extends string>(values: readonly T[], options: SchemaOptions = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });

/** Schema of a value that can be null. */
export const nullable = <S extends TSchema>(schema: S, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);
