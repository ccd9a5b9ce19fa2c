import Networking
import OrbitModels
import Presentation
import TimeAndChance

/// A resource that distinguishes the appearance of a screen from a refresh by the rider.
///
/// | Call | Data younger than a minute | Older data |
/// |---|---|---|
/// | ``appear()`` | sends nothing | asks the server |
/// | ``refresh()`` | asks the server, which sends the data only if it has changed | the same |
///
/// A refresh always asks, because the rider has given an explicit command. It does not fetch data that is still
/// current: the server answers 304.
@MainActor public final class FreshResource<Value: Codable & Sendable> {
    /// The age up to which data counts as fresh.
    public nonisolated static var lifetime: Duration { .seconds(60) }

    /// The value with its state.
    public let resource: Resource<Value>
    private let freshness: Freshness

    /// Creates a resource.
    ///
    /// - Parameters:
    ///   - name: The name of the resource.
    ///   - context: The session.
    ///   - isStored: Whether the last value is stored on this device for an offline start.
    ///   - fetch: Requests the value.
    init(
        _ name: String, in context: ClubContext, isStored: Bool, fetch: @escaping @MainActor () async throws -> Value
    ) {
        let freshness = Freshness(time: context.log.time)
        self.freshness = freshness
        resource = Resource(
            ResourceDefinition<Value>(ListName(rawValue: name)) { _, _ in .unknown }, on: context.log
        ) {
            let value = try await fetch()
            freshness.noteLoad()
            return Snapshot(value, at: nil)
        }
        if isStored { context.log.storage.add(resource, as: name, reloads: true) }
    }

    /// Creates the resource of an endpoint.
    convenience init(_ name: String, _ endpoint: Endpoint<Value>, in context: ClubContext, isStored: Bool = false) {
        let revalidation = Revalidation(endpoint, by: context.client)
        self.init(name, in: context, isStored: isStored) { try await revalidation.value() }
    }

    /// Whether the value was loaded less than ``lifetime`` ago.
    public var isFresh: Bool {
        guard resource.state.failure == nil else { return false }
        return freshness.isFresh(for: Self.lifetime)
    }

    /// Loads the value unless it is fresh. Call it when a screen appears.
    public func appear() async {
        guard !isFresh else { return }
        await resource.load()
    }

    /// Asks the server for a changed value. Call it when the rider pulls to refresh, and for a retry.
    public func refresh() async { await resource.load() }
}
