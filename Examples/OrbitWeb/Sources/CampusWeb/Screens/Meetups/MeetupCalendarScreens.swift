import Calendars
import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// The user's meetups and busy times as a month, a week and an agenda.
@MainActor enum MeetupCalendarScreens {
    static func month(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let day = Self.day(of: visit)
        let month = CalendarMonth(
            containing: day, in: visit.session.settings.zone, today: visit.today, entries: user.calendar)
        let names = visit.words.calendarNames
        let head = names.shortWeekdays.map { name -> Markup in "<th scope=\"col\">\(name)</th>" }
        let rows = month.weeks.map { week -> Markup in
            let cells = week.days.map { cell($0, of: week, user, visit) }
            return "<tr>\(cells)</tr>"
        }
        let first = CalendarDay(year: day.year, month: day.month, day: 1) ?? day
        let (before, after) = (first.adding(days: -1), first.adding(days: 31))
        return PageScreen(
            visit.words(HomeTab.meetups), tab: .meetups, isWide: true,
            [
                PageScreen.Region("links", MeetupListScreen.links(visit)),
                PageScreen.Region(
                    "month",
                    """
                    \(pager("month", visit.dates.month(day), before, after, visit))
                    <table class="month"><thead><tr>\(head)</tr></thead><tbody>\(rows)</tbody></table>
                    """),
            ])
    }

    private static func cell(
        _ day: CalendarMonth.Day, of week: CalendarMonth.Week, _ user: SignedInUser, _ visit: PageVisit
    ) -> Markup {
        let items = week.segments.filter { $0.columns.contains(day.column) }.map { segment -> Markup in
            let time = segment.columns.lowerBound == day.column ? segment.start?.hourAndMinute ?? "" : ""
            return entry(segment.entry, time, user)
        }
        let style = [day.isInMonth ? nil : "outside", day.isToday ? "today" : nil].compactMap { $0 }
        let path = PagePath.to(["meetups", "week"], query: [("day", day.date.description)])
        return """
            <td class=\(style.joined(separator: " "))>\
            <a class="number" href=\(path) aria-label=\(visit.dates.day(day.date))>\(day.date.day)</a>\(items)</td>
            """
    }

    static func week(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let day = Self.day(of: visit)
        let start = day.adding(days: -day.weekday.rawValue) ?? day
        let week = CalendarWeek(
            from: start, in: visit.session.settings.zone, today: visit.today, entries: user.calendar)
        let bars = week.bars.map { entry($0.entry, "", user) }
        let columns = week.days.map { day -> Markup in
            let boxes = day.boxes.map { entry($0.entry, "\($0.start.hourAndMinute)–\($0.end.hourAndMinute)", user) }
            let none: Markup = boxes.isEmpty ? "<p class=\"meta\">–</p>" : ""
            return """
                <li class="card"><h2>\(visit.dates.day(day.date))\(today(day.isToday, visit))</h2>\(boxes)\(none)</li>
                """
        }
        return PageScreen(
            visit.words(HomeTab.meetups), tab: .meetups, isWide: true,
            [
                PageScreen.Region("links", MeetupListScreen.links(visit)),
                PageScreen.Region(
                    "week",
                    """
                    \(pager("week", visit.dates.month(start), start.adding(days: -7), start.adding(days: 7), visit))
                    \(bars)<ul class="list">\(columns)</ul>
                    """),
            ])
    }

    static func agenda(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let agenda = CalendarAgenda(
            from: visit.today, count: 60, in: visit.session.settings.zone, today: visit.today, entries: user.calendar)
        let days = agenda.days.filter { !$0.items.isEmpty }.map { day -> Markup in
            let items = day.items.map { item in
                entry(
                    item.entry,
                    [item.start?.hourAndMinute, item.end?.hourAndMinute].compactMap { $0 }
                        .joined(separator: "–"), user)
            }
            return """
                <li class="card"><h2>\(visit.dates.day(day.date))\(today(day.isToday, visit))</h2>\(items)</li>
                """
        }
        let content: Markup =
            days.isEmpty
            ? visit.empty(visit.words.empty(.myMeetups), link: (visit.word(.findMeetups), "/meetups"))
            : "<ul class=\"list\">\(days)</ul>"
        return PageScreen(
            visit.words(HomeTab.meetups), tab: .meetups,
            [PageScreen.Region("links", MeetupListScreen.links(visit)), PageScreen.Region("agenda", content)])
    }

    private static func today(_ isToday: Bool, _ visit: PageVisit) -> Markup {
        isToday ? " <span class=\"meta\">(\(visit.word(.today)))</span>" : ""
    }

    /// An entry, with a link if it is a meetup.
    private static func entry(_ entry: CalendarEntry, _ time: String, _ user: SignedInUser) -> Markup {
        let style = "entry \(entry.kind.rawValue)"
        let listing = user.myMeetups.meetups.known.first { $0.id.rawValue == entry.id }
        guard let listing else { return "<span class=\(style)>\(time) \(name: entry.title)</span>" }
        return "<a class=\(style) href=\(MeetupCard.path(of: listing))>\(time) \(name: entry.title)</a>"
    }

    private static func pager(
        _ view: String, _ title: String, _ before: CalendarDay?, _ after: CalendarDay?, _ visit: PageVisit
    ) -> Markup {
        func link(_ day: CalendarDay?, _ word: PageWord) -> Markup {
            guard let day else { return .empty }
            let path = PagePath.to(["meetups", view], query: [("day", day.description)])
            return "<a class=\"button\" href=\(path)>\(visit.word(word))</a>"
        }
        return """
            <div class="actions">\(link(before, .earlier))<h2>\(title)</h2>\(link(after, .later))</div>
            """
    }

    /// The day in the query, or today.
    private static func day(of visit: PageVisit) -> CalendarDay { CalendarDay(visit.query["day"]) ?? visit.today }
}
