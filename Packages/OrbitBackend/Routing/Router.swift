import Foundation
import Networking

/// Finds the operation for a request, by the routes that the clients build their requests from.
struct Router: Sendable {
    private let base: PathPattern
    /// The more specific of two patterns stands before the other.
    private let places: [Place]

    private struct Place: Sendable {
        let pattern: PathPattern
        var handlers: [RouteHandler]
    }

    /// - Parameter basePath: what all paths begin with, such as `/api`, or nothing.
    init(basePath: String, handlers: [RouteHandler]) {
        base = PathPattern(basePath)
        var places: [Place] = []
        for handler in handlers {
            let pattern = PathPattern(handler.route.path)
            if let index = places.firstIndex(where: { $0.pattern == pattern }) {
                places[index].handlers.append(handler)
            } else {
                let index = places.firstIndex { pattern.isMoreSpecific(than: $0.pattern) } ?? places.endIndex
                places.insert(Place(pattern: pattern, handlers: [handler]), at: index)
            }
        }
        self.places = places
    }

    var routes: [Route] { places.flatMap(\.handlers).map(\.route) }

    /// Throws a ``HTTPProblem``: not found, or not by this method.
    func match(_ request: HTTPRequest) throws -> (handler: RouteHandler, parameters: [String: String]) {
        guard let path = PathPattern.segments(of: request.url, below: base) else { throw HTTPProblem.notFound }
        for place in places {
            guard let parameters = place.pattern.parameters(in: path) else { continue }
            guard let handler = place.handlers.first(where: { $0.route.method == request.method }) else {
                throw HTTPProblem.methodNotAllowed(allowed: place.handlers.map(\.route.method))
            }
            return (handler, parameters)
        }
        throw HTTPProblem.notFound
    }
}
