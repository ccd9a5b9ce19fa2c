public import Foundation
public import Networking
public import Observation
public import OrbitModels

/// The actions that wait on this device until they are sent, such as a poke without a network.
///
/// A view model registers the kinds of its actions and runs them with
/// `ActionRunner.run(_:_:queueing:as:on:_:)`. The app stores the actions in an outbox: it sets ``store``, calls
/// ``show(_:)`` for the stored actions after a start, and sends them with ``send(_:)``. Without ``store``, no action
/// waits, and a failed action has to be repeated by the user.
///
/// ```swift
/// log.queue.register("poke", effect: { [.sent($0.expected(as: $1))] }) { content, key in
///     [.sent(try await service.send(to: content.person.id, note: content.note, key: key))]
/// }
/// ```
@MainActor @Observable public final class ActionQueue {
    /// An action with everything that is needed to send it later.
    public struct Item: Hashable, Sendable, Identifiable {
        /// The idempotency key of the request, which stays the same for all attempts.
        public let key: IdempotencyKey
        /// The name of a registered kind.
        public let kind: String
        /// The object of the action. Actions on one object are sent in order.
        public let lane: String
        /// The content as JSON.
        public let content: Data

        /// Creates an item, for example from an entry of an outbox.
        public init(key: IdempotencyKey, kind: String, lane: String, content: Data) {
            self.key = key
            self.kind = kind
            self.lane = lane
            self.content = content
        }

        /// The text of the key.
        public var id: String { key.rawValue }
    }

    /// The kinds of actions. Each decodes the content of its items.
    private struct Kind {
        let effect: @MainActor (Data, IdempotencyKey) throws -> [LogEvent]
        let send: @MainActor (Data, IdempotencyKey) async throws -> [LogEvent]
    }

    /// Stores an item, and returns once it is durable. Throws if the device cannot store it.
    @ObservationIgnored public var store: (@MainActor (Item) async throws -> Void)?

    /// The items that wait, by key.
    private var waiting: [IdempotencyKey: Item] = [:]
    @ObservationIgnored private var kinds: [String: Kind] = [:]
    @ObservationIgnored private weak var log: EventLog?

    init() {}

    func attach(to log: EventLog) { self.log = log }

    /// The names of the registered kinds, sorted.
    public var kindNames: [String] { kinds.keys.sorted() }

    /// Registers a kind of action.
    ///
    /// - Parameters:
    ///   - name: The name, unique on the log.
    ///   - effect: Returns the events that show the effect of an action while it waits.
    ///   - send: Sends an action with its key. Returns the events that show the effect if the server has no log.
    public func register<Content: Codable & Sendable>(
        _ name: String, effect: @escaping @MainActor (Content, IdempotencyKey) -> [LogEvent],
        send: @escaping @MainActor (Content, IdempotencyKey) async throws -> [LogEvent]
    ) {
        kinds[name] = Kind { data, key in
            effect(try OrbitJSON.decoder.decode(Content.self, from: data), key)
        } send: { data, key in
            try await send(try OrbitJSON.decoder.decode(Content.self, from: data), key)
        }
    }

    /// Whether an action of a kind on an object waits. Observers are notified of changes.
    public func isWaiting(_ kind: String, on lane: String) -> Bool {
        waiting.values.contains { $0.kind == kind && $0.lane == lane }
    }

    /// Shows the effect of a stored item until it is sent, refused or removed. Showing it again changes nothing.
    ///
    /// - Throws: `DecodingError` if the content cannot be read. The item is then not shown.
    public func show(_ item: Item) throws {
        guard waiting[item.key] == nil, let kind = kinds[item.kind] else { return }
        let effect = try kind.effect(item.content, item.key)
        waiting[item.key] = item
        log?.showQueued(item.key, expecting: effect)
    }

    /// Reverts the effect of an item that was refused or removed.
    public func withdraw(_ key: IdempotencyKey) {
        guard waiting.removeValue(forKey: key) != nil else { return }
        log?.withdrawQueued(key)
    }

    /// Sends an item and applies its effect.
    ///
    /// - Throws: The error of the request, or `DecodingError` if the content cannot be read.
    public func send(_ item: Item) async throws {
        guard let kind = kinds[item.kind] else { return }
        let events = try await kind.send(item.content, item.key)
        waiting[item.key] = nil
        log?.completeQueued(item.key, with: events)
    }

    /// Stores an item and shows its effect. An item that waits already is not stored again.
    ///
    /// - Returns: Whether the item waits now. `false` if nothing stores items, or if the device cannot store this one.
    public func add(_ item: Item) async -> Bool {
        guard let store else { return false }
        guard waiting[item.key] == nil else { return true }
        do {
            // Before it is stored, because it may be sent at once.
            try show(item)
            try await store(item)
            return true
        } catch {
            withdraw(item.key)
            return false
        }
    }
}
