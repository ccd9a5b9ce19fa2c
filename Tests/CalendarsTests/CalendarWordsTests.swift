import Foundation
import OrbitModels
import Testing

@testable import Calendars

/// The words of calendars, which a front end can replace.
@Suite struct CalendarWordsTests {
    /// Words for tests, in which each sentence is its own code.
    private static let codes = LocalizedStrings(
        Vocabulary.calendars.flatMap(\.keys).reduce(into: [:]) { $0[$1] = MessageTemplate(template: $1.code) })

    @Test func `each error of a request has its own sentence`() {
        let requests: [MeetingRequestError] = [.duration, .step, .buffer, .notice]
        #expect(Set(requests.map { $0.message(in: Self.codes) }) == Set(MeetingRequestError.vocabulary.english.keys))
    }

    @Test func `dates have the front end's names of days and months`() throws {
        let codes = Self.codes.calendarNames
        #expect(codes.months.count == 12 && Set(codes.months) == Set(CalendarNames.monthVocabulary.english.keys))
        #expect(codes.shortMonths == codes.months)
        #expect(Set(codes.months) == Set(CalendarNames.shortMonthVocabulary.english.keys))
        #expect(CalendarNames.english.shortMonths.map { $0.lowercased() } == codes.months)
        #expect(CalendarNames.english.months.map { $0.prefix(3).lowercased() } == codes.months)
        let german = LocalizedStrings([
            LocalizationKey("weekday", "sun"): "Sonntag", LocalizationKey("weekday_short", "sun"): "So",
            LocalizationKey("month", "dec"): "Dezember", LocalizationKey("month_short", "dec"): "Dez",
        ]).calendarNames
        let sunday = try #require(CalendarDay(year: 2026, month: 12, day: 20))
        let monday = try #require(CalendarDay(year: 2026, month: 12, day: 21))
        #expect(german.long(sunday) == "Sonntag 20 Dezember 2026" && german.short(sunday) == "So 20 Dez")
        #expect(german.short(monday) == "Mon 21 Dez")
        #expect(CalendarNames.english.long(sunday) == "Sunday 20 December 2026")
    }

    /// Three entries on the last day of summer time in Berlin. Two of them overlap, and the third lasts the whole day.
    private struct CrowdedDay {
        let date: CalendarDay
        let berlin: TimeZone
        let entries: [CalendarEntry]

        init() throws {
            date = try day("2026-10-25")
            berlin = try zone("Europe/Berlin")
            let morning = try span("2026-10-25T10:00:00", "2026-10-25T12:00:00", berlin)
            let night = try span("2026-10-25T11:00:00", "2026-10-26T02:00:00", berlin)
            entries = [
                CalendarEntry(id: "a", title: "T", time: .span(morning), kind: .tentative),
                CalendarEntry(id: "b", title: "T", time: .span(night), kind: .tentative),
                CalendarEntry(id: "c", title: "T", time: .days(date, date), kind: .busy),
            ]
        }
    }

    @Test func `an agenda has the front end's words`() throws {
        let crowded = try CrowdedDay()
        func text(from start: CalendarDay, _ zone: TimeZone, _ words: LocalizedStrings) -> String {
            CalendarAgendaText(showsEmptyDays: true).text(
                for: CalendarAgenda(from: start, count: 3, in: zone, today: crowded.date, entries: crowded.entries),
                in: words)
        }
        let shown = text(from: crowded.date, crowded.berlin, Self.codes)
        for code in ["from", "until", "all_day", "overlaps", "nothing"] { #expect(shown.contains("  \(code)")) }
        #expect(shown.hasPrefix("Sunday 25 October 2026, today (hours)\n"))
        let english = text(from: crowded.date, crowded.berlin, .english)
        #expect(english.hasPrefix("Sunday 25 October 2026, today (25h)\n"))
        let (apia, skipped) = (try zone("Pacific/Apia"), try day("2011-12-30"))
        #expect(text(from: skipped, apia, Self.codes).contains("Friday 30 December 2011 (skipped)\n"))
        #expect(text(from: skipped, apia, .english).contains("Friday 30 December 2011 (skipped by the clock)\n"))
    }

    @Test func `pictures and grids have the front end's words`() throws {
        let crowded = try CrowdedDay()
        let month = CalendarMonth(
            containing: crowded.date, in: crowded.berlin, today: crowded.date, entries: crowded.entries)
        let picture = CalendarMonthSVG(width: 1_280, weekHeight: 70)
        let shown = picture.text(for: month, in: Self.codes)
        #expect(shown.contains("2026, today, hours, entries<") && shown.contains(">more<"))
        let english = picture.text(for: month)
        #expect(english.contains("2026, today, 25h, 3 entries<") && english.contains("2026, 0 entries<"))
        #expect(english.contains("2026, 1 entry<") && english.contains(">2 more<"))
        let grid = CalendarMonthText(linesPerWeek: 1).text(for: month, in: Self.codes)
        #expect(grid.contains("[25] hours") && grid.contains(" more"))
        let week = CalendarWeek(
            from: crowded.date, count: 1, in: crowded.berlin, today: crowded.date, entries: crowded.entries)
        let german = LocalizedStrings([
            LocalizationKey("calendar_view", "today"): "heute",
            LocalizationKey("calendar_entry_kind", "tentative"): "vielleicht",
        ])
        let days = CalendarWeekSVG(width: 1_280).text(for: week, in: german)
        #expect(days.contains("2026, heute, 25h<"))
        #expect(days.contains("\u{2069}, vielleicht<") && days.contains("\u{2069}, busy<"))
        #expect(
            LocalizedStrings.english.lengthOfDay(24.5) == "24h30" && Self.codes.lengthOfDay(24.5) == "hours_minutes")
        let kinds = CalendarEntry.Kind.allCases
        #expect(kinds.map { LocalizedStrings.english($0) } == kinds.map(\.rawValue))
    }
}
