import Foundation
import OrbitModels

extension Context {
    /// What the clocks on a campus go by.
    func timeZone(of campus: String) -> TimeZone {
        configuration.otherTimeZones[campus] ?? configuration.campusTimeZone
    }

    /// The day on the calendar of a campus.
    func day(on campus: String, at instant: Date) -> CalendarDay {
        CalendarDay(instant, in: timeZone(of: campus))
    }

    /// When the next day begins there. Not every day has 24 hours.
    func endOfDay(on campus: String, at instant: Date) -> Date {
        let aDayLater = instant.addingTimeInterval(86_400)
        // Calendars are not made for dates that no clock shows.
        guard (-62_000_000_000...250_000_000_000).contains(instant.timeIntervalSince1970) else { return aDayLater }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone(of: campus)
        return calendar.dateInterval(of: .day, for: instant)?.end ?? aDayLater
    }
}
