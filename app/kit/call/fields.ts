import { z } from 'zod';
import { sha256 as digest } from '#events/common.ts';
import { documentType } from '#events/document/events.ts';
import { limits } from '#events/limits.ts';
import { longestUrl } from '#events/webhook/address.ts';
import { role as roles } from '#events/user/events.ts';

/**
 * Texts and numbers with their form, for the description. Commands check them, with the messages of the screens: hence
 * annotations, and no rules of zod.
 */
const text = (maxLength: number, example: string) => z.string().meta({ maxLength, examples: [example] });
const shaped = (pattern: RegExp, example: string) => z.string().meta({ pattern: pattern.source, examples: [example] });

export const documentName = text(limits.documentName, 'Batch Record Review');
export const areaName = text(limits.functionalArea, 'QA');
export const docNumber = shaped(/^[0-9]{3}(-[0-9]{2})?$/, '007');
export const versionNumber = shaped(/^[0-9]{1,3}\.[0-9]{1,2}$/, '1.0');
export const departmentName = text(limits.departmentName, 'Quality');
export const functionName = text(limits.functionName, 'Quality unit');
export const firstName = text(limits.personName, 'Ines');
export const lastName = text(limits.personName, 'Okafor');
export const emailAddress = text(limits.email, 'ines.okafor@northmere.example');
export const reasonText = text(limits.reason, 'The limits of section 4 are missing.');
export const signedName = text(limits.signedName, 'Ines Okafor');
export const password = z.string().meta({ minLength: 1, maxLength: 1024, format: 'password' });
export const newPassword = z.string().meta({ minLength: 10, maxLength: 1024, format: 'password' });
export const confirmationCode = text(100, '734912');
export const oneTimeCode = text(64, '490154');
export const challengeText = text(64, 'SUSmvSx3Qh2Yq0mHqg5n1w3x0p2m7vTn8qzq2l6b0F5k8yC1d4e7f9g2h3j5k6m7');
export const routeName = text(limits.routeName, 'Procedures of QA');
export const routeStepName = text(limits.routeStepName, 'Process owner');
export const objectKey = text(500, '5f0c1d3a-7a53-4c60-9d0b-1c2f3a4b5c6d/original');
export const filename = text(255, 'Batch Record Review.pdf');
export const organisationName = text(limits.organisationName, 'Northmere Diagnostics');
export const fullName = text(2 * limits.personName + 1, 'Ines Okafor');
export const domainName = text(253, 'northmere.example');
export const timeZone = text(100, 'Europe/Amsterdam');
export const webhookUrl = text(longestUrl, 'https://hooks.example.com/imprimatur');
/** A place in the ledger: decimal digits, since a large one is no exact number in JSON. */
export const position = shaped(/^[0-9]{1,19}$/, '1042');
export const changePlace = text(limits.changePlace, 'Section 4.2');
export const changeWhat = text(limits.changeWhat, 'The new analyser.');
export const changeReference = text(limits.changeReference, 'CAPA-0012');
/** Of a comparison: the heading of a passage, the name of a row or column, words. */
export const placeName = text(80, '4.2 Cleaning of the line');
export const comparedWords = text(limits.pdfShown, 'for at least 15 minutes');
export const sha256 = digest.meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] });
/** What earlier clients send and the product ignores. */
export const ignoredText = text(1000, '');
/** A uid that the call looks up, so that another text is not found. */
export const uidText = z.string().meta({ format: 'uuid' });

/** `T` is read and never written. */
export const documentTypeText = z.string().meta({ enum: documentType.options.filter((one) => one !== 'T') });
export const roleText = z.string().meta({ enum: [...roles.options] });
