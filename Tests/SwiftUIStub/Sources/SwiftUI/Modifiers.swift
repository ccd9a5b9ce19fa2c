public import Foundation

public enum Axis: Int8, CaseIterable, Sendable {
    case horizontal, vertical

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 1)
        public static let vertical = Set(rawValue: 2)
    }
}

public enum HorizontalEdge: Int8, Sendable {
    case leading, trailing
}

public enum Edge: Int8, Sendable {
    case top, leading, bottom, trailing

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 10)
        public static let vertical = Set(rawValue: 5)
        public static let all = Set(rawValue: 15)
    }
}

public struct HorizontalAlignment: Equatable, Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
    public static let trailing = HorizontalAlignment()
}

public struct VerticalAlignment: Equatable, Sendable {
    public static let top = VerticalAlignment()
    public static let center = VerticalAlignment()
    public static let bottom = VerticalAlignment()
}

public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
    public static let leading = Alignment()
    public static let trailing = Alignment()
}

public struct UnitPoint: Hashable, Sendable {
    public init(x: CGFloat, y: CGFloat) {}
    public static let topLeading = UnitPoint(x: 0, y: 0)
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

public struct AccessibilityTraits: SetAlgebra, Sendable {
    public typealias Element = AccessibilityTraits
    public static let isButton = AccessibilityTraits()
    public static let isSelected = AccessibilityTraits()
    public init() {}
    public func contains(_ member: Self) -> Bool { fatalError() }
    public func union(_ other: Self) -> Self { fatalError() }
    public func intersection(_ other: Self) -> Self { fatalError() }
    public func symmetricDifference(_ other: Self) -> Self { fatalError() }
    public mutating func insert(_ newMember: Self) -> (inserted: Bool, memberAfterInsert: Self) { fatalError() }
    public mutating func remove(_ member: Self) -> Self? { fatalError() }
    public mutating func update(with newMember: Self) -> Self? { fatalError() }
    public mutating func formUnion(_ other: Self) {}
    public mutating func formIntersection(_ other: Self) {}
    public mutating func formSymmetricDifference(_ other: Self) {}
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let ignore = AccessibilityChildBehavior()
    public static let contain = AccessibilityChildBehavior()
    public static let combine = AccessibilityChildBehavior()
}

extension View {
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { EmptyView() }
    public func padding(_ length: CGFloat) -> some View { EmptyView() }
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        EmptyView()
    }
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { EmptyView() }
    public func position(_ position: CGPoint) -> some View { EmptyView() }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { EmptyView() }
    public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = UnitPoint(x: 0.5, y: 0.5)) -> some View {
        EmptyView()
    }
    public func scaledToFill() -> some View { EmptyView() }
    public func clipShape<S: Shape>(_ shape: S) -> some View { EmptyView() }
    public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        EmptyView()
    }
    public func background<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }
    public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View { EmptyView() }
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }
    public func tint(_ tint: Color?) -> some View { EmptyView() }
    public func font(_ font: Font?) -> some View { EmptyView() }
    public func fontWeight(_ weight: Font.Weight?) -> some View { EmptyView() }
    public func bold(_ isActive: Bool = true) -> some View { EmptyView() }
    public func lineLimit(_ number: Int?) -> some View { EmptyView() }
    public func id<ID: Hashable>(_ id: ID) -> some View { EmptyView() }
    public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { EmptyView() }
    public func onAppear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { EmptyView() }
    public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { EmptyView() }
    public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { EmptyView() }
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { EmptyView() }
    public func accessibilityHidden(_ hidden: Bool) -> some View { EmptyView() }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { EmptyView() }
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { EmptyView() }
}
