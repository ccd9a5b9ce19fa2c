import Foundation
import Networking
import OrbitModels

extension HTTPResponse {
    /// The response with its `Date` field, by which clients find out how far off their clocks are.
    func dated(_ date: Date) -> HTTPResponse {
        guard let text = HTTPDate.string(from: date) else { return self }
        var response = self
        response.headers = HTTPHeaders(
            lenient: headers.fields.map { ($0.name.description, $0.value) } + [("date", text)])
        return response
    }
}

/// Dates of header fields: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// In whole seconds; `nil` outside the years 0000 to 9999.
    static func string(from date: Date) -> String? {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard let text = RFC3339.string(from: Date(timeIntervalSince1970: seconds)) else { return nil }
        let day = CalendarDay(date, in: .gmt)
        let daysSince1970 = Int((seconds / 86_400).rounded(.down))
        let weekday = weekdays[(daysSince1970 % 7 + 7) % 7]
        return
            "\(weekday), \(text.dropFirst(8).prefix(2)) \(months[day.month - 1]) \(text.prefix(4)) \(text.dropFirst(11).prefix(8)) GMT"
    }
}
