import Foundation
package import Networking

/// Finds the operation for a request, by the routes that the clients build their requests from.
package struct Router: Sendable {
    private let base: PathPattern
    private let tree: Tree
    package let routes: [Route]

    /// - Parameter basePath: what all paths begin with, such as `/api`, or nothing.
    package init(basePath: String, handlers: [RouteHandler]) {
        base = PathPattern(basePath)
        tree = handlers.reduce(into: Tree()) { $0.insert($1) }
        routes = handlers.map(\.route)
    }

    /// Throws a ``FeatureConflict`` if two handlers respond to one route, whatever its parameters are called.
    package func checkRoutes() throws(FeatureConflict) {
        var known: Set<String> = []
        for route in routes where !known.insert("\(route.method) \(PathPattern(route.path).shape)").inserted {
            throw .route(route)
        }
    }

    /// Throws a ``HTTPProblem``: not found, or not by this method.
    package func match(_ request: HTTPRequest) throws -> (handler: RouteHandler, parameters: [String: String]) {
        guard let path = PathPattern.segments(of: request.url, below: base) else { throw HTTPProblem.notFound }
        let handlers = tree.handlers(for: path[...])
        if handlers.isEmpty { throw HTTPProblem.notFound }
        guard let handler = handlers.first(where: { $0.route.method == request.method }),
            let parameters = handler.pattern.parameters(in: path)
        else { throw HTTPProblem.methodNotAllowed(allowed: handlers.map(\.route.method)) }
        return (handler, parameters)
    }
}

extension Router {
    /// Handlers by the segments of their paths. A search takes about as many steps as the path has segments, however
    /// many routes there are.
    private struct Tree: Sendable {
        /// The handlers whose paths end here, one for each method.
        private var handlers: [RouteHandler] = []
        private var literals: [String: Tree] = [:]
        /// What follows a parameter: one tree, or none yet.
        private var parameter: [Tree] = []

        mutating func insert(_ handler: RouteHandler) {
            insert(handler, at: handler.pattern.segments[...])
        }

        private mutating func insert(_ handler: RouteHandler, at segments: ArraySlice<PathPattern.Segment>) {
            switch segments.first {
            case nil:
                handlers.append(handler)
            case .literal(let text):
                literals[text, default: Tree()].insert(handler, at: segments.dropFirst())
            case .parameter:
                if parameter.isEmpty { parameter.append(Tree()) }
                parameter[0].insert(handler, at: segments.dropFirst())
            }
        }

        /// The handlers for a path, or none: where both fit, a fixed segment goes before a parameter.
        func handlers(for path: ArraySlice<String>) -> [RouteHandler] {
            guard let text = path.first else { return handlers }
            let fixed = literals[text]?.handlers(for: path.dropFirst()) ?? []
            guard fixed.isEmpty, PathPattern.isParameter(text) else { return fixed }
            return parameter.first?.handlers(for: path.dropFirst()) ?? []
        }
    }
}
