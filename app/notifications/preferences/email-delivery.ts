/** When an email goes that a person may choose about. */
export const emailDeliveries = ['at_once', 'daily', 'off'] as const;
export type EmailDelivery = (typeof emailDeliveries)[number];
