/** The largest number of records that a message names one by one. */
export const mostNamed = 5;
