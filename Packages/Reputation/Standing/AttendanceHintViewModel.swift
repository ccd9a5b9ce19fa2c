import Networking
public import Observation
public import OrbitModels
public import Presentation
import Trust

/// The number of guests that are likely to come, as a hint for the host.
///
/// ```swift
/// await hint.load()
/// hint.message        // "Likely to come: about 9 (7 to 11)."
/// ```
@MainActor @Observable public final class AttendanceHintViewModel {
    private let resource: Resource<AttendanceHint>
    private let words: LocalizedStrings

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(of meetup: MeetupID, service: ReputationService, log: EventLog, words: LocalizedStrings = .english) {
        self.words = words
        resource = Resource(.expectedAttendance, on: log) { try await service.expected(at: meetup) }
    }

    /// The server's last response.
    public var hint: LoadState<AttendanceHint> { resource.state }

    /// The hint as a sentence; `nil` if there are too few guests for a hint.
    public var message: String? { hint.value?.expected?.phrase(in: words) }

    /// Requests the hint.
    public func load() async { await resource.load() }
}

extension ResourceDefinition<AttendanceHint> {
    /// The expected attendance of a meetup. No event changes it.
    public static var expectedAttendance: Self {
        Self(ListName(rawValue: "expected_attendance")) { _, _ throws(LogEventError) in .unknown }
    }
}
