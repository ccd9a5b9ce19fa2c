import Foundation
import OrbitModels
import Validation

extension Context {
    /// What the clocks on a campus go by.
    func timeZone(of campus: String) -> TimeZone {
        setting(configuration.otherTimeZones, of: campus) ?? configuration.campusTimeZone
    }

    /// What is configured for a campus by a domain of its university.
    func setting<Value>(_ values: [String: Value], of campus: String) -> Value? {
        if let value = values[campus] { return value }
        if values.isEmpty { return nil }
        let domain = CampusDomainRecord.domain(of: campus)
        let domains = configuration.campuses.membership(ofDomain: domain)?.institutionDomains ?? []
        return ([domain] + domains).lazy.compactMap { values[$0] }.first
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
