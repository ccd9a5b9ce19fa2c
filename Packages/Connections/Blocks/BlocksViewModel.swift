import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

/// The people the user has blocked, with the actions to block and unblock.
@MainActor @Observable public final class BlocksViewModel {
    /// The blocked people, the latest first.
    public let blocked: PagedList<BlockedPerson>

    private let service: BlockService
    private let time: any TimeSource
    private let actions: ActionRunner<UserID>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: BlockService, log: EventLog, pageSize: Int = 20) {
        self.service = service
        time = log.time
        actions = ActionRunner(log: log)
        blocked = PagedList(.blocks, on: log) { try await service.blocked(after: $0, limit: pageSize) }
        log.storage.add(blocked, as: "blocks")
    }

    /// The people whose block is being added or removed.
    public var inFlight: Set<UserID> { actions.inFlight }

    /// The most recent failure, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Whether the user has blocked this person, as far as is known.
    public func isBlocked(_ person: UserID) -> Bool {
        blocked.known.contains { $0.userID == person }
    }

    /// Blocks a person. They disappear from every list immediately, and reappear if the request fails.
    ///
    /// - Parameters:
    ///   - person: The person to block.
    ///   - name: The name shown in the list of blocks until it is loaded again.
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

    /// Removes a block. The match and the pokes that it has ended are not restored.
    @discardableResult
    public func unblock(_ person: UserID) async -> ActionOutcome {
        await actions.run(person, "unblock") { key in
            try await service.unblock(person, key: key)
            return [
                LogEvent(.blockRemoved, data: Keyed(person)),
                // Only the server knows which old pokes can be seen again.
                LogEvent(.personShown, subject: person, touches: [.outgoingPokes]),
            ]
        }
    }
}

extension ListDefinition<BlockedPerson> {
    /// The blocked people. This is the only list that keeps hidden people.
    public static var blocks: Self {
        Self(
            .blocks, order: .latestFirst(\.blockedAt), people: { _ in [] }
        ) { event, blocks throws(LogEventError) in
            switch event.kind {
            case .blockAdded: blocks.upsert(try event.data())
            case .blockRemoved: blocks.remove(try event.data(Keyed<UserID>.self).value)
            case .personHidden, .personShown: break
            default: return .unknown
            }
            return .applied
        }
    }
}
