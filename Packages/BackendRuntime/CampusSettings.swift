public import Foundation
package import Matching
public import OrbitModels
import Validation

extension BackendContext {
    /// What the clocks on a campus go by.
    public func timeZone(of campus: String) -> TimeZone {
        setting(configuration.otherTimeZones, of: campus) ?? configuration.campusTimeZone
    }

    /// What is configured for a campus by a domain of its university.
    package func setting<Value>(_ values: [String: Value], of campus: String) -> Value? {
        if let value = values[campus] { return value }
        if values.isEmpty { return nil }
        let domain = Self.domain(ofCampus: campus)
        let domains = configuration.campuses.membership(ofDomain: domain)?.institutionDomains ?? []
        return ([domain] + domains).lazy.compactMap { values[$0] }.first
    }

    /// The domain that a campus was named for.
    package static func domain(ofCampus campus: String) -> String { String(campus.prefix { $0 != "~" }) }

    /// The day on the calendar of a campus.
    public func day(on campus: String, at instant: Date) -> CalendarDay {
        CalendarDay(instant, in: timeZone(of: campus))
    }

    /// When the next day begins there. Not every day has 24 hours.
    public func endOfDay(on campus: String, at instant: Date) -> Date {
        let aDayLater = instant.addingTimeInterval(86_400)
        return calendar(of: campus, at: instant)?.dateInterval(of: .day, for: instant)?.end ?? aDayLater
    }

    /// When the day ends there that is some days after the one that ends at an instant.
    package func endOfDay(on campus: String, _ days: Int, after end: Date) -> Date {
        guard let calendar = calendar(of: campus, at: end),
            let later = calendar.date(byAdding: .day, value: days, to: end),
            let day = calendar.dateInterval(of: .day, for: later)
        else { return end.addingTimeInterval(TimeInterval(days) * 86_400) }
        return day.start
    }

    /// `nil` for dates that no clock shows, which calendars are not made for.
    private func calendar(of campus: String, at instant: Date) -> Calendar? {
        guard (-62_000_000_000...250_000_000_000).contains(instant.timeIntervalSince1970) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone(of: campus)
        return calendar
    }
}

extension BackendContext {
    /// The public point that the squares of a campus are counted from; `nil` if the host has told none.
    package func centre(of campus: String) -> Coordinates? {
        setting(configuration.otherCentres, of: campus) ?? configuration.campusCentre
    }

    /// What the people of a campus are compared by on a day, all interests alike.
    package func scale(of campus: String, on day: CalendarDay) -> CampusScale {
        CampusScale(timeZone: timeZone(of: campus), day: day, homes: HomeGrid(centre: centre(of: campus)))
    }
}
