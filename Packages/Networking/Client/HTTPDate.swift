package import Foundation
import OrbitModels

/// Dates of header fields: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
package enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the date of an IMF-fixdate, and `nil` for any other text. The two obsolete forms are not supported.
    static func date(from text: String) -> Date? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].last == ",", weekdays.contains(String(words[0].dropLast())),
            words[1].utf8.count == 2, let month = months.firstIndex(of: String(words[2])), words[3].utf8.count == 4,
            words[4].utf8.count == 8, words[5] == "GMT"
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return RFC3339.date(from: "\(words[3])-\(number)-\(words[1])T\(words[4])Z")
    }

    /// Returns the date in whole seconds, and `nil` outside the years 0000 to 9999.
    package static func string(from date: Date) -> String? {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard let text = RFC3339.string(from: Date(timeIntervalSince1970: seconds)) else { return nil }
        let month = months[CalendarDay(date, in: .gmt).month - 1]
        let daysSince1970 = Int((seconds / 86_400).rounded(.down))
        let weekday = weekdays[(daysSince1970 % 7 + 7) % 7]
        let (day, year, time) = (text.dropFirst(8).prefix(2), text.prefix(4), text.dropFirst(11).prefix(8))
        return "\(weekday), \(day) \(month) \(year) \(time) GMT"
    }
}
