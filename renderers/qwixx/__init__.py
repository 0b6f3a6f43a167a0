"""The pictures of Qwixx: everybody's sheets (`sheet.sheets`), and one's own and its choices (`own.own_sheet`)."""
