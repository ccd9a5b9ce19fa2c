public import Foundation
package import Matching
public import OrbitModels
import Validation

extension BackendContext {
    /// Returns the time zone of a campus.
    public func timeZone(of campus: String) -> TimeZone {
        setting(configuration.otherTimeZones, of: campus) ?? configuration.campusTimeZone
    }

    /// Returns the configured value of a campus. The key is the campus or any domain of its university.
    package func setting<Value>(_ values: [String: Value], of campus: String) -> Value? {
        if let value = values[campus] { return value }
        if values.isEmpty { return nil }
        let domain = Self.domain(ofCampus: campus)
        let domains = configuration.campuses.membership(ofDomain: domain)?.institutionDomains ?? []
        return ([domain] + domains).lazy.compactMap { values[$0] }.first
    }

    /// Returns the domain from which the name of a campus is made.
    package static func domain(ofCampus campus: String) -> String { String(campus.prefix { $0 != "~" }) }

    /// Returns the day on the calendar of a campus at an instant.
    public func day(on campus: String, at instant: Date) -> CalendarDay {
        CalendarDay(instant, in: timeZone(of: campus))
    }

    /// Returns the start of the next day on a campus. Not every day has 24 hours.
    public func endOfDay(on campus: String, at instant: Date) -> Date {
        let aDayLater = instant.addingTimeInterval(86_400)
        return calendar(of: campus, at: instant)?.dateInterval(of: .day, for: instant)?.end ?? aDayLater
    }

    /// Returns the end of a later day on a campus.
    ///
    /// - Parameters:
    ///   - campus: The campus.
    ///   - days: The number of days after the day that ends at `end`.
    ///   - end: The end of a day.
    package func endOfDay(on campus: String, _ days: Int, after end: Date) -> Date {
        guard let calendar = calendar(of: campus, at: end),
            let later = calendar.date(byAdding: .day, value: days, to: end),
            let day = calendar.dateInterval(of: .day, for: later)
        else { return end.addingTimeInterval(TimeInterval(days) * 86_400) }
        return day.start
    }

    /// Returns the calendar of a campus; `nil` for an instant before about the year 5 or after about the year 9892.
    private func calendar(of campus: String, at instant: Date) -> Calendar? {
        guard (-62_000_000_000...250_000_000_000).contains(instant.timeIntervalSince1970) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone(of: campus)
        return calendar
    }
}

extension BackendContext {
    /// Returns the public point that is the origin of the squares of a campus; `nil` if the host has not configured it.
    package func centre(of campus: String) -> Coordinates? {
        setting(configuration.otherCentres, of: campus) ?? configuration.campusCentre
    }

    /// Returns the context in which the people of a campus are compared on a day. It weighs all interests alike.
    package func comparison(of campus: String, on day: CalendarDay) -> ComparisonContext {
        ComparisonContext(timeZone: timeZone(of: campus), day: day, homes: HomeGrid(centre: centre(of: campus)))
    }
}
