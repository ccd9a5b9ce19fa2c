import Foundation
import OrbitModels

/// Dates of header fields: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 §5.6.7).
enum HTTPDate {
    private static let weekdays: Set<Substring> = ["Mon,", "Tue,", "Wed,", "Thu,", "Fri,", "Sat,", "Sun,"]
    private static let months: [Substring: String] = [
        "Jan": "01", "Feb": "02", "Mar": "03", "Apr": "04", "May": "05", "Jun": "06",
        "Jul": "07", "Aug": "08", "Sep": "09", "Oct": "10", "Nov": "11", "Dec": "12",
    ]

    /// `nil` unless the text is an IMF-fixdate; the two obsolete forms are not read.
    static func date(from text: String) -> Date? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, weekdays.contains(words[0]), words[1].utf8.count == 2, let month = months[words[2]],
            words[3].utf8.count == 4, words[4].utf8.count == 8, words[5] == "GMT"
        else { return nil }
        return RFC3339.date(from: "\(words[3])-\(month)-\(words[1])T\(words[4])Z")
    }
}
