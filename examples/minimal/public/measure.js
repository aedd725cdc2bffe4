// Stands for a statistics tool: it runs only for visitors who allow “Statistics”.
document.documentElement.dataset.measured = 'true';
