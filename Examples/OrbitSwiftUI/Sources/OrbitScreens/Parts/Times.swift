import Foundation
import OrbitModels

extension TimeSpan {
    /// A start and an end, such as "Wed, May 12, 6:00 PM – 8:00 PM".
    ///
    /// - Parameters:
    ///   - zone: The time zone of the place.
    ///   - locale: The locale of the reader.
    func text(in zone: TimeZone, _ locale: Locale) -> String {
        var style = Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: zone)
        let end = style.hour().minute()
        style = style.weekday(.abbreviated).month(.abbreviated).day().hour().minute()
        let isOneDay = CalendarDay(self.start, in: zone) == CalendarDay(self.end, in: zone)
        return "\(self.start.formatted(style)) – \(self.end.formatted(isOneDay ? end : style))"
    }
}
