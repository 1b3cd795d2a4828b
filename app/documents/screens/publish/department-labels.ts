/** The label of the departments, also for the summary of the form. */
export const departmentLabels = { departments: 'Assign to Department(s)' };
