public import OrbitModels

extension Vocabulary {
    /// The texts of calendar views, except titles, names and times.
    ///
    /// The texts `from` and `until` have the parameter `time`. The texts `overlaps`, `more` and `entries` have the
    /// parameter `count`. The text `hours` or `hours_minutes` is the length of a day that does not have 24 hours; its
    /// parameters are `hours` and `minutes`. An agenda shows `skipped` for a day of 0 hours.
    public static let calendarViews = Vocabulary(
        "calendar_view",
        [
            "nothing": "nothing", "today": "today", "skipped": "skipped by the clock", "hours": "{hours}h",
            "hours_minutes": "{hours}h{minutes}", "from": "from {time}", "until": "until {time}", "all_day": "all day",
            "overlaps": "overlaps {count}", "more": "{count} more",
            "entries": MessageTemplate { parameters in
                parameters["count"]?.integer == 1
                    ? MessageTemplate(template: "{count} entry")(parameters)
                    : MessageTemplate(template: "{count} entries")(parameters)
            },
        ])
}

extension CalendarEntry.Kind: LocalizedTextConvertible {
    /// The kinds of entries. Screen readers read them after the title.
    public static let vocabulary = Vocabulary(
        "calendar_entry_kind",
        ["confirmed": "confirmed", "tentative": "tentative", "busy": "busy", "suggested": "suggested"])
}

extension LocalizedStrings {
    /// A text of ``Vocabulary/calendarViews``.
    func inView(_ code: String, _ parameters: [String: ParameterValue] = [:]) -> String {
        sentence(code, in: .calendarViews, parameters)
    }

    /// Returns the length of a day, such as `23h` or `24h30`.
    func lengthOfDay(_ hours: Double) -> String {
        let minutes = Int((hours * 60).rounded())
        return inView(
            minutes % 60 == 0 ? "hours" : "hours_minutes",
            ["hours": .integer(minutes / 60), "minutes": .integer(minutes % 60)])
    }

    /// Returns a day for screen readers, such as `Sunday 25 October 2026, today, 25h`.
    func spoken(_ day: String, isToday: Bool, hours: Double) -> String {
        let parts: [String?] = [day, isToday ? inView("today") : nil, hours == 24 ? nil : lengthOfDay(hours)]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}
