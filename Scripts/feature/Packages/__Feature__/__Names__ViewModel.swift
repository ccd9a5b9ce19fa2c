import Networking
public import Observation
public import OrbitModels
public import Presentation
public import Validation

/// The user's __words_names__.
///
/// ```swift
/// await __names__.list.load()
/// await __names__.add("Hello")
/// await __names__.remove(element)
/// ```
@MainActor @Observable public final class __Names__ViewModel {
    /// The subject of an action.
    public enum Subject: Hashable, Sendable {
        /// A text that is being added.
        case new(String)
        /// An element that is being removed.
        case known(__Name__ID)
    }

    /// The elements, the latest first.
    public let list: PagedList<__Name__>

    private let service: __Name__Service
    private let catalogue: MessageCatalogue
    private let actions: ActionRunner<Subject>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameter catalogue: The words for failures of the form.
    public init(
        service: __Name__Service, log: EventLog, catalogue: MessageCatalogue = .__feature__, pageSize: Int = 20
    ) {
        self.service = service
        self.catalogue = catalogue
        actions = ActionRunner(log: log)
        list = PagedList(.__names__, on: log) { try await service.page(after: $0, limit: pageSize) }
    }

    /// The subjects whose requests are in flight.
    public var inFlight: Set<Subject> { actions.inFlight }

    /// The failure of the last action, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Returns the failures that keep a text from being added.
    public func failures(in text: String) -> [FieldFailure] {
        __Name__Rules.failures(in: New__Name__Request(text: text))
    }

    /// Returns the words for a failure of ``failures(in:)``.
    public func message(for failure: FieldFailure) -> String { catalogue.message(for: failure, in: .__name__) }

    /// Adds an element, unless the text has failures.
    ///
    /// The element appears once the server has responded, because only the server can assign its identifier.
    @discardableResult
    public func add(_ text: String) async -> ActionOutcome {
        let failures = failures(in: text)
        guard failures.isEmpty else { return actions.refuse(Failure(failures, in: .__name__, of: catalogue)) }
        return await actions.run(.new(text), "add") { key in
            [.added(try await service.add(New__Name__Request(text: text), key: key))]
        }
    }

    /// Removes an element. The list hides it at once, and shows it again if the action fails.
    @discardableResult
    public func remove(_ element: __Name__) async -> ActionOutcome {
        await actions.run(.known(element.id), "remove", expecting: [.removed(element.id)]) { key in
            try await service.remove(element.id, key: key)
            return [.removed(element.id)]
        }
    }
}
