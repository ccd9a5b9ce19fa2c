public import Foundation

public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}

public struct Button<Label: View>: PrimitiveView {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    public init<S: StringProtocol>(_ title: S, systemImage: String, action: @escaping @MainActor () -> Void) {}
}

public struct Menu<Label: View, Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}

extension Menu where Label == Text {
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

public struct TextField<Label: View>: PrimitiveView {}

extension TextField where Label == Text {
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {}
    public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String {}
    public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String {}
}

public struct Toggle<Label: View>: PrimitiveView {
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
}

extension Toggle where Label == Text {
    public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
}

public struct Slider<Label: View, ValueLabel: View>: PrimitiveView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {}
}

public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: PrimitiveView {
    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {}
}

extension Picker where Label == Text {
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {}
}

public struct DatePicker<Label: View>: PrimitiveView {}

extension DatePicker where Label == Text {
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
    ) {}
}

public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    public static let date = DatePickerComponents(rawValue: 2)
}

@MainActor @preconcurrency public protocol ButtonStyleName {}
public struct PlainStyle: ButtonStyleName {}
public struct BorderedStyle: ButtonStyleName {}
public struct BorderlessStyle: ButtonStyleName {}

extension ButtonStyleName where Self == PlainStyle { public static var plain: PlainStyle { fatalError() } }
extension ButtonStyleName where Self == BorderedStyle { public static var bordered: BorderedStyle { fatalError() } }
extension ButtonStyleName where Self == BorderlessStyle {
    public static var borderless: BorderlessStyle { fatalError() }
}

@MainActor @preconcurrency public protocol TextFieldStyle {}
public struct RoundedBorderStyle: TextFieldStyle {}

extension TextFieldStyle where Self == RoundedBorderStyle {
    public static var roundedBorder: RoundedBorderStyle { fatalError() }
}

/// The kind of a text, `UITextContentType` or `NSTextContentType`.
public struct TextContentType: Sendable {
    public static let emailAddress = TextContentType()
    public static let oneTimeCode = TextContentType()
}

public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1)
    public static let search = SubmitTriggers(rawValue: 2)
}

extension View {
    public func buttonStyle<S: ButtonStyleName>(_ style: S) -> some View { EmptyView() }
    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { EmptyView() }
    public func textContentType(_ type: TextContentType?) -> some View { EmptyView() }
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View { EmptyView() }
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        EmptyView()
    }
    public func searchable<S: StringProtocol>(text: Binding<String>, prompt: S) -> some View { EmptyView() }
    public func disabled(_ disabled: Bool) -> some View { EmptyView() }
    public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { EmptyView() }
}
