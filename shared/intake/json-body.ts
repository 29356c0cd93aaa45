import { isUtf8 } from 'node:buffer';
import secureJson from 'secure-json-parse';
import { unstorableText } from '../contracts/storable-text.ts';
import { AppError } from '../errors/app-error.ts';
import { validationFailed } from '../errors/faults.ts';

/**
 * Parses a body that is JSON in UTF-8. Names that would reach an object's prototype are refused as JSON that does
 * not parse; text that could not be stored as it was sent is a 422.
 * Throws AppError: invalid_json, validation_failed.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new AppError('invalid_json');
  const json = bytes.toString();
  const body = parse(json);
  const faults = unstorableText(json, body);
  if (faults.length > 0) throw validationFailed(faults);
  return body;
}

function parse(json: string): unknown {
  try {
    return secureJson.parse(json, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    throw new AppError('invalid_json');
  }
}
