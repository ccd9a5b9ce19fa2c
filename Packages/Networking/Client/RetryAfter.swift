import Foundation

/// The `Retry-After` field (RFC 9110 §10.2.3), in seconds or as a date.
enum RetryAfter {
    /// Returns seconds from `now`, from 0 to `Int32.max`, or `nil` if the field is missing or has neither form.
    static func seconds(in headers: HTTPHeaders, now: Date) -> Int? {
        guard let text = headers[.retryAfter]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        let most = Int(Int32.max)
        if text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) { return min(Int(text) ?? most, most) }
        guard let date = HTTPDate.date(from: text) else { return nil }
        let interval = date.timeIntervalSince(now)
        guard interval.isFinite else { return nil }
        return Int(min(max(interval, 0), Double(most)).rounded(.up))
    }
}
