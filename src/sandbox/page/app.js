document.body.textContent = "The sandbox is running.";
