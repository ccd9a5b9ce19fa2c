import Foundation
import OrbitModels

/// Writes dates in a language and in the time zone of the campus.
struct Dates: Sendable {
    let language: PageLanguage
    let zone: TimeZone

    /// A day and a time, such as "Wed, May 12, 6:00 PM".
    func dayAndTime(_ date: Date) -> String {
        date.formatted(style.weekday(.abbreviated).month(.abbreviated).day().hour().minute())
    }

    /// A day, such as "Wednesday, May 12".
    func day(_ date: Date) -> String { date.formatted(style.weekday(.wide).month(.wide).day()) }

    /// A day of the calendar.
    func day(_ day: CalendarDay) -> String { self.day(noon(of: day)) }

    /// A month, such as "May 2026".
    func month(_ day: CalendarDay) -> String { noon(of: day).formatted(style.month(.wide).year()) }

    /// A time, such as "6:00 PM".
    func time(_ date: Date) -> String { date.formatted(style.hour().minute()) }

    /// A start and an end, such as "Wed, May 12, 6:00 PM – 8:00 PM".
    func span(_ span: TimeSpan) -> String {
        let isOneDay = CalendarDay(span.start, in: zone) == CalendarDay(span.end, in: zone)
        return "\(dayAndTime(span.start)) – \(isOneDay ? time(span.end) : dayAndTime(span.end))"
    }

    /// A decimal number, such as "4.5".
    func number(_ number: Double) -> String {
        number.formatted(.number.precision(.fractionLength(0...1)).locale(language.locale))
    }

    /// A share of one, such as "85%".
    func percent(_ share: Double) -> String {
        share.formatted(.percent.precision(.fractionLength(0)).locale(language.locale))
    }

    private var style: Date.FormatStyle {
        Date.FormatStyle(locale: language.locale, calendar: Calendar(identifier: .gregorian), timeZone: zone)
    }

    private func noon(of day: CalendarDay) -> Date { day.start(in: zone).addingTimeInterval(12 * 3_600) }
}
