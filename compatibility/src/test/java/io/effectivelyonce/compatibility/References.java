package io.effectivelyonce.compatibility;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/** What a class file names: classes, and members of classes. */
final class References {
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;

    private final ClassReader file;
    private final char[] buffer;

    private References(byte[] file) {
        this.file = new ClassReader(file);
        this.buffer = new char[this.file.getMaxStringLength()];
    }

    /** A class, or with {@code name} a member of it; {@code descriptor} as the class file has it. */
    record Reference(String type, String name, String descriptor) {
        boolean isMember() {
            return !name.isEmpty();
        }

        boolean isMethod() {
            return descriptor.startsWith("(");
        }

        @Override
        public String toString() {
            return isMember() ? type + "." + name + descriptor : type;
        }
    }

    /** Everything that a class file's pool of constants names. */
    static List<Reference> of(byte[] file) {
        return new References(file).read();
    }

    private List<Reference> read() {
        List<Reference> found = new ArrayList<>();
        for (int i = 1; i < file.getItemCount(); i++) {
            int at = file.getItem(i);
            // long and double take two places, the second of which is empty
            if (at > 0) {
                switch (file.readByte(at - 1)) {
                    case CLASS -> found.add(new Reference(element(file.readUTF8(at, buffer)), "", ""));
                    case FIELD, METHOD, INTERFACE_METHOD -> found.add(member(at));
                    default -> {}
                }
            }
        }
        return found;
    }

    private Reference member(int at) {
        int nameAndType = file.getItem(file.readUnsignedShort(at + 2));
        return new Reference(
                element(file.readClass(at, buffer)),
                file.readUTF8(nameAndType, buffer),
                file.readUTF8(nameAndType + 2, buffer));
    }

    /** The class itself of an array. */
    private static String element(String internal) {
        Type type = Type.getObjectType(internal);
        while (type.getSort() == Type.ARRAY) {
            type = type.getElementType();
        }
        return type.getClassName();
    }
}
