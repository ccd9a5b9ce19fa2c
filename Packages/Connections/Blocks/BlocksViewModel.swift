import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

/// The people the user has blocked, and blocking.
@MainActor @Observable public final class BlocksViewModel {
    /// The latest first.
    public let blocked: PagedList<BlockedPerson>

    private let service: BlockService
    private let time: any TimeSource
    private let actions: ActionRunner<UserID>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: BlockService, log: PersonLog, pageSize: Int = 20) {
        self.service = service
        time = log.time
        actions = ActionRunner(log: log)
        blocked = PagedList(.blocks, on: log) { try await service.blocked(after: $0, limit: pageSize) }
    }

    /// Those who are being blocked or freed.
    public var inFlight: Set<UserID> { actions.inFlight }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Whether the user has blocked this person, as far as is known.
    public func isBlocked(_ person: UserID) -> Bool {
        blocked.known.contains { $0.userID == person }
    }

    /// Blocks a person. They vanish from every list at once, and come back if the server could not be told.
    ///
    /// - Parameter name: what the list calls them until it is loaded again.
    @discardableResult
    public func block(_ person: UserID, name: String? = nil) async -> ActionOutcome {
        let effect: [LogEvent] = [
            LogEvent(.personHidden, subject: person),
            LogEvent(.blockAdded, data: BlockedPerson(userID: person, name: name, blockedAt: time.date)),
        ]
        return await actions.run(person, "block", expecting: effect) { key in
            try await service.block(person, key: key)
            return effect
        }
    }

    /// Lifts a block. What it has ended does not come back.
    @discardableResult
    public func unblock(_ person: UserID) async -> ActionOutcome {
        await actions.run(person, "unblock") { key in
            try await service.unblock(person, key: key)
            return [
                LogEvent(.blockRemoved, data: Named(person)),
                // Only the server knows which old pokes can be seen again.
                LogEvent(.personShown, subject: person, touches: [.outgoingPokes]),
            ]
        }
    }
}

extension ListDefinition<BlockedPerson> {
    /// The people who were blocked: the only list in which a hidden person stays.
    public static var blocks: Self {
        Self(
            .blocks, order: .latestFirst(\.blockedAt), people: { _ in [] }
        ) { event, blocks throws(LogEventError) in
            switch event.kind {
            case .blockAdded: blocks.upsert(try event.data())
            case .blockRemoved: blocks.remove(try event.data(Named<UserID>.self).value)
            case .personHidden, .personShown: break
            default: return .unknown
            }
            return .applied
        }
    }
}
