const clock = document.querySelector('#clock');

function show(): void {
  if (clock !== null) clock.textContent = `It is ${new Date().toLocaleTimeString()}.`;
}

show();
setInterval(show, 1_000);
