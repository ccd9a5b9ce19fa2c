public import Foundation

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public init(_ value: String) {}
    public init(stringLiteral value: String) {}
}

public struct Text: Equatable, Sendable {
    public init<S: StringProtocol>(_ content: S) {}
    public init(_ key: LocalizedStringKey) {}
    public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {}

    public func font(_ font: Font?) -> Text { self }
    public func fontWeight(_ weight: Font.Weight?) -> Text { self }
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { self }
    public func bold() -> Text { self }
    public func italic() -> Text { self }
}

extension Text: PrimitiveView {}

public struct Label<Title: View, Icon: View>: PrimitiveView {
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}

extension Label where Title == Text, Icon == Image {
    public init<S: StringProtocol>(_ title: S, systemImage name: String) {}
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
}

public struct Image: Equatable, Sendable {
    public init(systemName: String) {}
    public init(_ name: String) {}
    public func resizable() -> Image { self }
}

extension Image: PrimitiveView {}

public struct Font: Hashable, Sendable {
    public struct Weight: Hashable, Sendable {
        public static let regular = Weight()
        public static let bold = Weight()
    }

    public static let largeTitle = Font()
    public static let title2 = Font()
    public static let headline = Font()
    public static let callout = Font()
    public static let caption = Font()
    public static func system(size: CGFloat, weight: Weight? = nil) -> Font { Font() }
}

public struct LabeledContent<Label: View, Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}

extension LabeledContent where Label == Text, Content == Text {
    public init<Title: StringProtocol, Value: StringProtocol>(_ title: Title, value: Value) {}
}

public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: PrimitiveView {
    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {}
}

extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {}
}

public struct ProgressView<Label: View, CurrentValueLabel: View>: PrimitiveView {}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init() where Label == EmptyView {}
    public init<S: StringProtocol>(_ title: S) where Label == Text {}
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1) where Label == EmptyView {}
    public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1)
    where Label == Text {}
}
