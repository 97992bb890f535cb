export const ordersFile = "Orders.xlsx";
export const productsFile = "Products.xlsx";
export const invoicesFile = "InvoicesExport.zip";
export const reconciliationFile = "ReconciliationExport.xlsx";
export const historyFile = "History.xlsx";
export const referralsFile = "Product-Referrals.xlsx";

export const notExported = "Oh dear, this could not be exported due to an unexpected error. Please try again.";
