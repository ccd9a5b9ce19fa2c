import Foundation
package import Networking

/// Finds the handler of a request. It uses the same routes from which clients build their requests.
package struct Router: Sendable {
    private let base: PathPattern
    private let tree: Tree
    package let routes: [Route]

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - basePath: The prefix of all paths, such as `/api`, or an empty text.
    ///   - handlers: The handlers of all routes.
    package init(basePath: String, handlers: [RouteHandler]) {
        base = PathPattern(basePath)
        tree = handlers.reduce(into: Tree()) { $0.insert($1) }
        routes = handlers.map(\.route)
    }

    /// Checks that no two handlers respond to one route, regardless of the names of its parameters.
    ///
    /// - Throws: ``FeatureConflict`` for the first duplicate route.
    package func checkRoutes() throws(FeatureConflict) {
        var known: Set<String> = []
        for route in routes where !known.insert("\(route.method) \(PathPattern(route.path).shape)").inserted {
            throw .route(route)
        }
    }

    /// Returns the handler of a request, and the values of the path's parameters.
    ///
    /// - Throws: ``HTTPProblem`` if no route has the path, or if no route with the path has the method.
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
    /// A prefix tree of handlers by the segments of their paths. The cost of a search depends on the number of
    /// segments, and not on the number of routes.
    private struct Tree: Sendable {
        /// The handlers whose paths end at this node, one for each method.
        private var handlers: [RouteHandler] = []
        private var literals: [String: Tree] = [:]
        /// The subtree after a parameter, as an array of at most one element.
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

        /// Returns the handlers for a path. A literal segment takes precedence over a parameter.
        func handlers(for path: ArraySlice<String>) -> [RouteHandler] {
            guard let text = path.first else { return handlers }
            let fixed = literals[text]?.handlers(for: path.dropFirst()) ?? []
            guard fixed.isEmpty, PathPattern.isParameter(text) else { return fixed }
            return parameter.first?.handlers(for: path.dropFirst()) ?? []
        }
    }
}
