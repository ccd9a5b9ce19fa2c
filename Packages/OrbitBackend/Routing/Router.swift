import Foundation
import Networking

/// Finds the operation for a request, by the routes that the clients build their requests from.
struct Router: Sendable {
    private let base: PathPattern
    /// The more specific of two patterns stands before the other.
    private let places: [Place]

    private struct Place: Sendable {
        let pattern: PathPattern
        var operations: [Operation]
    }

    /// - Parameter basePath: what all paths begin with, such as `/api`, or nothing.
    init(basePath: String, operations: [Operation]) {
        base = PathPattern(basePath)
        var places: [Place] = []
        for operation in operations {
            let pattern = PathPattern(operation.route.path)
            if let index = places.firstIndex(where: { $0.pattern == pattern }) {
                places[index].operations.append(operation)
            } else {
                let index = places.firstIndex { pattern.isMoreSpecific(than: $0.pattern) } ?? places.endIndex
                places.insert(Place(pattern: pattern, operations: [operation]), at: index)
            }
        }
        self.places = places
    }

    var routes: [Route] { places.flatMap(\.operations).map(\.route) }

    /// Throws a ``Refusal``: not found, or not by this method.
    func match(_ request: HTTPRequest) throws -> (operation: Operation, parameters: [String: String]) {
        guard let path = PathPattern.segments(of: request.url, below: base) else { throw Refusal.notFound }
        for place in places {
            guard let parameters = place.pattern.parameters(in: path) else { continue }
            guard let operation = place.operations.first(where: { $0.route.method == request.method }) else {
                throw Refusal.methodNotAllowed(allowed: place.operations.map(\.route.method))
            }
            return (operation, parameters)
        }
        throw Refusal.notFound
    }
}
