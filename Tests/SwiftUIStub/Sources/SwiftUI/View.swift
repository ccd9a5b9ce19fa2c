// The declarations of SwiftUI that OrbitKit's views and documents use, for a type check on systems without SwiftUI.
//
// The check `.ci/checks/swiftui` proves that our names, labels and types exist, that views respect the models'
// isolation, and that bindings lead to settable properties. It does not prove that SwiftUI resolves the same overload,
// that a view fits its container, or that a screen looks as intended. It does not compile code for `canImport(UIKit)`.
//
// The signatures follow the interface of the iOS 18 SDK, without availability. Modifiers return an opaque view, so that
// two chains of modifiers have different types, as in SwiftUI. No value of the stub is ever used.

/// A part of a screen.
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

/// A view that SwiftUI draws itself.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

public struct EmptyView: PrimitiveView {
    public init() {}
}

public struct TupleView<Content>: PrimitiveView {}

public struct ConditionalView<First: View, Second: View>: PrimitiveView {}

public struct Group<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
}

@resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { fatalError() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { fatalError() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> ConditionalView<First, Second> { fatalError() }
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> ConditionalView<First, Second> { fatalError() }
}

/// A modifier with state of its own.
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = ModifiedContent<Self>
    @ViewBuilder func body(content: Content) -> Body
}

public struct ModifiedContent<Modifier>: PrimitiveView {}

extension View {
    public func modifier(_ modifier: some ViewModifier) -> some View { EmptyView() }
}
