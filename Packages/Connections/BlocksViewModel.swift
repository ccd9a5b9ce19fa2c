public import Observation
public import OrbitModels
public import Presentation

/// The people whom one has blocked.
@MainActor @Observable public final class BlocksViewModel {
    /// The latest first.
    public let blocked: PagedList<BlockedPerson>
    /// Those whose block is being lifted.
    public private(set) var busy: Set<UserID> = []
    /// What went wrong last, until the next attempt.
    public private(set) var failure: Failure?
    /// Whom one has blocked on this device since signing in, and not freed again.
    private var blockedHere: Set<UserID> = []

    private let service: BlockService
    /// Told of every block that was lifted.
    @ObservationIgnored var didUnblock: @MainActor () async -> Void = {}

    public init(service: BlockService, pageSize: Int = 20) {
        self.service = service
        blocked = PagedList(of: \.userID) { cursor in
            let page = try await service.blocked(after: cursor, limit: pageSize)
            return .init(page.blocks, nextCursor: page.nextCursor)
        }
    }

    /// Whether one has blocked this person, as far as one knows.
    public func isBlocked(_ person: UserID) -> Bool {
        blockedHere.contains(person) || blocked.known.contains { $0.userID == person }
    }

    /// Adds a block that the server has taken.
    func add(_ person: BlockedPerson) {
        blockedHere.insert(person.userID)
        blocked.add(person)
    }

    /// Lifts a block. What it has ended does not come back.
    public func unblock(_ person: UserID) async {
        guard busy.insert(person).inserted else { return }
        defer { busy.remove(person) }
        failure = nil
        do {
            try await service.unblock(person)
            blockedHere.remove(person)
            blocked.remove { $0.userID == person }
            await didUnblock()
        } catch {
            if !(error is CancellationError) { failure = Failure(error) }
        }
    }
}
