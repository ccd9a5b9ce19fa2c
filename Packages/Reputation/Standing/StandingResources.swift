public import OrbitModels
public import Presentation
import Trust

extension ListName {
    /// The user's own reputation.
    public static let ownReputation = Self(rawValue: "own_reputation")
    /// What has earned the user points.
    public static let points = Self(rawValue: "points")
}

extension ResourceDefinition<OwnReputation> {
    /// The user's own reputation. What it is after an event, only the server knows.
    public static var ownReputation: Self { Self(.ownReputation) { _, _ throws(LogEventError) in .unknown } }
}

extension ResourceDefinition<ReputationStats> {
    /// Another person's reputation; gone with the person. It moves on once a day at most, so events change nothing.
    public static func reputation(of person: UserID) -> Self {
        Self(
            ListName(rawValue: "reputation"), hide: { hidden, shown in if hidden == person { shown = nil } }
        ) { event, _ throws(LogEventError) in
            event.kind == .personShown && event.subject == person ? .outdated : .unknown
        }
    }
}

extension ResourceDefinition<AttendanceHint> {
    /// How many are likely to come to a meetup.
    public static var expectedAttendance: Self {
        Self(ListName(rawValue: "expected_attendance")) { _, _ throws(LogEventError) in .unknown }
    }
}

extension ListDefinition<EarnedPoints> {
    /// What has earned the user points, the latest first.
    public static var points: Self {
        Self(.points, order: .latestFirst(\.point.at), people: { _ in [] }) { _, _ throws(LogEventError) in .unknown }
    }
}
