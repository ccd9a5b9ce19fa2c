public import Foundation
public import OrbitModels

/// A time span, with the clock on which its start is fixed. That clock determines the instant of the start after the
/// user travels or the rules of a time zone change.
///
/// The length is elapsed time. A span therefore ends after its start, even if the wall clock is set back during the
/// span.
public struct AnchoredSpan: Hashable, Sendable {
    /// The start, on the clock on which it is fixed.
    public enum Anchor: Hashable, Sendable {
        /// A fixed instant, independent of any wall clock.
        case instant(Date)
        /// The wall clock of the venue.
        case venue(LocalDateTime, TimeZone)
        /// The wall clock of the user, in the time zone they are in.
        case user(LocalDateTime)
    }

    /// The start of the span.
    public let start: Anchor
    /// The time from the start to the end, in seconds: 1 to ``longest``.
    public let length: Int

    /// The maximum length: ten years, in seconds.
    public static let longest = 10 * 366 * 86_400

    /// Creates a span. The length is clamped to the range from one second to ten years.
    public init(_ start: Anchor, length: Duration) {
        self.start = start
        self.length = min(max(length.wholeSeconds, 1), Self.longest)
    }

    /// Creates a span between two instants.
    public init(_ span: TimeSpan) {
        let utc = TimeZone.gmt
        self.init(
            .instant(span.start), length: .seconds(utc.second(of: span.end) - utc.second(of: span.start)))
    }

    /// Creates a span on the wall clock of a named time zone, such as `Europe/Berlin`.
    ///
    /// - Throws: ``NotificationSchedulingError/unknownZone(_:)`` if this system does not know the time zone.
    public init(venue start: LocalDateTime, zone: String, length: Duration) throws(NotificationSchedulingError) {
        guard let zone = TimeZone(identifier: zone) else { throw .unknownZone(zone) }
        self.init(.venue(start, zone), length: length)
    }
}

extension Duration {
    /// The length in seconds, rounded towards zero and clamped to ten years in either direction.
    var wholeSeconds: Int {
        Int(min(max(components.seconds, -Int64(AnchoredSpan.longest)), Int64(AnchoredSpan.longest)))
    }
}
