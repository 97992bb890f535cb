const notProvided = "Not provided";

export const kilograms = (weight: number | null | undefined) => (weight == null ? notProvided : `${weight} kg`);

export const millimetres = (size: number | null | undefined) => (size == null ? notProvided : `${size} mm`);
