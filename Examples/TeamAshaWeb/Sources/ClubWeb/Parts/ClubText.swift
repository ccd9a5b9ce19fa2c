import Foundation
import OrbitModels

/// Texts of numbers and instants.
enum ClubText {
    /// Returns the day and the time that a clock in a zone shows, such as `2026-03-14 6:00`.
    static func local(_ date: Date, in zone: TimeZone) -> String {
        let day = CalendarDay(date, in: zone)
        let minutes = ((date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))) / 60).rounded(.down)
        let rest = Int(minutes.truncatingRemainder(dividingBy: 1_440))
        let inDay = rest < 0 ? rest + 1_440 : rest
        return "\(day) \(inDay / 60):\(inDay % 60 < 10 ? "0" : "")\(inDay % 60)"
    }

    /// Returns a number with one decimal, rounded half away from zero; `–` for a number that is not finite.
    static func oneDecimal(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "–" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
