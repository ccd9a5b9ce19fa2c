/// Handlers by the segments of their paths. To find those for a path costs about as many steps as it has segments,
/// however many routes there are.
package struct RouteTree: Sendable {
    /// The handlers whose paths end here, one for each method.
    private var handlers: [RouteHandler] = []
    private var literals: [String: RouteTree] = [:]
    /// What follows a parameter: one tree, or none yet.
    private var parameter: [RouteTree] = []

    package mutating func insert(_ handler: RouteHandler) {
        insert(handler, at: handler.pattern.segments[...])
    }

    private mutating func insert(_ handler: RouteHandler, at segments: ArraySlice<PathPattern.Segment>) {
        switch segments.first {
        case nil:
            handlers.append(handler)
        case .literal(let text):
            literals[text, default: RouteTree()].insert(handler, at: segments.dropFirst())
        case .parameter:
            if parameter.isEmpty { parameter.append(RouteTree()) }
            parameter[0].insert(handler, at: segments.dropFirst())
        }
    }

    /// The handlers for a path, or none: where both fit, a fixed segment goes before a parameter.
    package func handlers(for path: ArraySlice<String>) -> [RouteHandler] {
        guard let text = path.first else { return handlers }
        let fixed = literals[text]?.handlers(for: path.dropFirst()) ?? []
        guard fixed.isEmpty, PathPattern.isParameter(text) else { return fixed }
        return parameter.first?.handlers(for: path.dropFirst()) ?? []
    }
}
