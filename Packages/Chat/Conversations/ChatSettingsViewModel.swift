import Networking
public import Observation
import OrbitModels
public import Presentation

/// The switch for read receipts and typing. It is reciprocal: a person who does not share their activity does not see
/// that of other people.
@MainActor @Observable public final class ChatSettingsViewModel {
    /// The settings, which also change on other devices.
    public let settings: Resource<ChatSettings>

    private let service: ChatService
    private let actions: ActionRunner<Bool>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: ChatService, log: EventLog) {
        self.service = service
        actions = ActionRunner(log: log)
        settings = Resource(.chatSettings, on: log) { Snapshot(try await service.settings()) }
    }

    /// The most recent failure, until the next action.
    public var failure: Failure? { actions.failure }

    /// Shares the user's activity or stops sharing it. The latest choice is shown at once, and is sent last.
    @discardableResult
    public func setSharesActivity(_ sharesActivity: Bool) async -> ActionOutcome {
        let chosen = ChatSettings(sharesActivity: sharesActivity)
        return await actions.enqueue(true, expecting: [.saved(chosen)]) { [service] key in
            [.saved(try await service.save(chosen, key: key))]
        }
    }
}

extension ResourceDefinition<ChatSettings> {
    /// The user's settings for all conversations.
    static var chatSettings: Self {
        Self(.chatSettings) { event, settings throws(LogEventError) in
            guard event.kind == .chatSettingsChanged else { return .unknown }
            settings = try event.data()
            return .applied
        }
    }
}

extension LogEvent {
    fileprivate static func saved(_ settings: ChatSettings) -> LogEvent {
        LogEvent(.chatSettingsChanged, data: settings)
    }
}
