for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const head = button.closest("th");
    const body = head.closest("table").tBodies[0];
    const text = (row) => row.cells[head.cellIndex].textContent.trim();
    const number = (row) => parseFloat(text(row)) || 0;
    const rows = [...body.rows];
    // The highest numbers are the first ones, and so are the first names.
    const first = rows.some(number) ? "descending" : "ascending";
    const second = first === "descending" ? "ascending" : "descending";
    const order = head.getAttribute("aria-sort") === first ? second : first;
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", order);
    rows.sort((one, two) => number(one) - number(two) || text(one).localeCompare(text(two)));
    body.append(...(order === "ascending" ? rows : rows.reverse()));
  });
}
