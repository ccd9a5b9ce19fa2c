public import Foundation

public protocol ShapeStyle: Sendable {}

public struct Color: Hashable, Sendable {
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {}
    public static let red = Color(red: 1, green: 0, blue: 0)
    public static let gray = Color(red: 0.5, green: 0.5, blue: 0.5)
    public static let white = Color(red: 1, green: 1, blue: 1)
    public static let accentColor = Color(red: 0, green: 0, blue: 1)
    public func opacity(_ opacity: Double) -> Color { self }
}

extension Color: ShapeStyle {}
extension Color: PrimitiveView {}

extension ShapeStyle where Self == Color {
    public static var red: Color { fatalError() }
}

public struct HierarchicalShapeStyle: ShapeStyle {
    public static let secondary = HierarchicalShapeStyle()
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { fatalError() }
}

public struct LinearGradient: ShapeStyle, Sendable {
    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
}

extension LinearGradient: PrimitiveView {}

public struct RadialGradient: ShapeStyle, Sendable {
    public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {}
}

extension RadialGradient: PrimitiveView {}

public protocol Shape: Sendable, View {}

extension Shape {
    public var body: Never { fatalError() }
    public func fill<S: ShapeStyle>(_ content: S) -> some View { EmptyView() }
}

public struct Circle: Shape {
    public init() {}
}

public struct Capsule: Shape {
    public init() {}
}

public struct RoundedRectangle: Shape {
    public init(cornerRadius: CGFloat) {}
}

public struct Path: Equatable, Sendable {
    public init(ellipseIn rect: CGRect) {}
}

public struct GraphicsContext {
    public struct Shading: Sendable {
        public static func color(_ color: Color) -> Shading { fatalError() }
    }

    public func fill(_ path: Path, with shading: Shading) {}
    public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {}
}

public struct Canvas: PrimitiveView {
    public init(
        rendersAsynchronously: Bool = false, renderer: @escaping (inout GraphicsContext, CGSize) -> Void
    ) {}
}

public protocol TimelineSchedule {}

public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static func animation(
        minimumInterval: Double? = nil, paused: Bool = false
    ) -> AnimationTimelineSchedule { fatalError() }
}

public struct TimelineView<Schedule: TimelineSchedule, Content: View>: PrimitiveView {
    public struct Context {
        public var date: Date { fatalError() }
    }

    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content) {}
}

/// The context of all timelines, so that it does not depend on the content.
public typealias TimelineViewDefaultContext = TimelineView<AnimationTimelineSchedule, Never>.Context

public struct Animation: Equatable, Sendable {
    public static let `default` = Animation()
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
}

public struct PlaceholderContentView<Content: View>: PrimitiveView {}

extension View {
    public func phaseAnimator<Phase: Equatable, Content: View>(
        _ phases: some Sequence<Phase>,
        @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View { EmptyView() }
}
